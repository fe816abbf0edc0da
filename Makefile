# For people who expect one; cargo does the work.
.PHONY: all test clean
all:
	cargo build --release
test:
	./test.sh
clean:
	cargo clean
