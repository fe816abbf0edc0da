# Turns the output of `cargo test --test seeds` into a table of requirements: document, line, result,
# requirement and test. A test is named after its document, its lines and its requirement. What failed
# follows the table.

BEGIN {
    format = "%-10s %-16s %-8s %-62s %s\n"
    printf format, "document", "line", "result", "requirement", "test"
    fflush()
}

/^test [a-z_]+::[a-z]+_line_[0-9]/ {
    name = $2
    sub(/^[a-z_]+::/, "", name)
    count = split(name, words, "_")
    lines = words[3]
    next_word = 4
    while (next_word < count) {
        if (words[next_word] ~ /^[0-9]+$/) {
            lines = lines ", " words[next_word]
        } else if (words[next_word] ~ /^(and|to)$/ && words[next_word + 1] ~ /^[0-9]+$/) {
            lines = lines " " words[next_word] " " words[++next_word]
        } else {
            break
        }
        next_word++
    }
    requirement = words[next_word]
    while (++next_word <= count) requirement = requirement " " words[next_word]
    results[$NF]++
    printf format, words[1], lines, $NF, requirement, $2 | "sort -k1,1 -k2,2n"
    next
}

# Errors of the build and details of failures.
/^(error|failures:)/ { details = 1 }
details && !/^test result/ { rest = rest $0 "\n" }

END {
    close("sort -k1,1 -k2,2n")
    printf "\n%d requirements hold, %d do not\n", results["ok"], results["FAILED"]
    if (rest != "") printf "\n%s", rest
}
