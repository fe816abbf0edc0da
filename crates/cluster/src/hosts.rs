//! The hosts file: the address of each process.

use crate::error::ClusterError;

/// Returns the addresses, a line `host:port` for each process. Empty lines and comments after `#` do not
/// count.
///
/// # Errors
/// The first line that is no such address, or that repeats one; the message begins with its number.
pub fn parse_hosts(text: &str) -> Result<Vec<String>, ClusterError> {
    const HELP: &str = "write a line for each process, such as node1:7000";
    let mut hosts: Vec<String> = vec![];
    for (number, line) in text.lines().enumerate() {
        let address = line.split('#').next().unwrap_or_default().trim();
        if address.is_empty() {
            continue;
        }
        let error = |what: String| ClusterError::input(format!("{}: {what}", number + 1), HELP);
        let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty());
        let port = port.and_then(|(_, port)| port.parse::<u16>().ok()).filter(|&port| port > 0);
        if port.is_none() || address.contains(char::is_whitespace) {
            return Err(error(format!("expected host:port, found '{address}'")));
        }
        if hosts.iter().any(|other| other == address) {
            return Err(error(format!("{address} is the address of two processes")));
        }
        hosts.push(address.to_owned());
    }
    if hosts.is_empty() {
        return Err(ClusterError::input("1: expected host:port, found nothing", HELP));
    }
    Ok(hosts)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_addresses_and_rejects_others() {
        let hosts = parse_hosts("node1:7000 # first\n\n [::1]:7001\r\n").unwrap();
        assert_eq!(hosts, ["node1:7000", "[::1]:7001"]);
        for (text, line) in [
            ("", "1: "),
            ("a:1\nb", "2: expected host:port, found 'b'"),
            ("a:1\n\nb:0", "3: "),
            ("a:1\nb:70000", "2: "),
            (":7", "1: "),
            ("a b:7", "1: "),
            ("a:7\na:7", "2: a:7 is the address of two processes"),
        ] {
            let error = parse_hosts(text).unwrap_err();
            assert!(error.what.starts_with(line), "{text}: {error}");
        }
    }
}
