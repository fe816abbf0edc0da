# Shortcuts for cargo commands.
.PHONY: all demo test clean
all:
	cargo build --release
demo: all
	./target/release/heureka maze generate 5 5 2 4
test:
	./test.sh
clean:
	cargo clean
