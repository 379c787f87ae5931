//! The table of spellings: the kind of each host in a URL.

use std::net::IpAddr;

use url::Url;

use super::AddressKind::{self, *};
use super::Reach;

/// What the host of a URL is refused as; `Global` where it is not refused.
fn kind(host: &str) -> Option<AddressKind> {
    let url = Url::parse(&format!("http://{host}/robots.txt")).ok()?;
    Some(Reach::Public.check_host(&url).map_or_else(|refused| refused.kind, |()| Global))
}

/// Hosts as they can occur in a URL.
const SPELLINGS: &[(&str, AddressKind)] = &[
    // Loopback.
    ("127.0.0.1", Loopback),
    ("127.0.0.1.", Loopback),
    ("127.1", Loopback),
    ("127.0.1", Loopback),
    ("127.255.255.254", Loopback),
    ("127.0.0.0x", Loopback),
    ("2130706433", Loopback),
    ("017700000001", Loopback),
    ("0x7f000001", Loopback),
    ("0x7F.1", Loopback),
    ("0177.0.0.1", Loopback),
    ("0x7f.0x0.0x0.0x1", Loopback),
    ("0177.0x0.0.01", Loopback),
    ("%31%32%37.0.0.1", Loopback),
    ("127%2E0%2E0%2E1", Loopback),
    ("１２７.０.０.１", Loopback),
    ("127。0。0。1", Loopback),
    ("①②⑦.⓪.⓪.①", Loopback),
    ("user:secret@127.0.0.1:8080", Loopback),
    ("[::1]", Loopback),
    ("[0:0:0:0:0:0:0:1]", Loopback),
    ("[::0001]", Loopback),
    ("localhost", Loopback),
    ("LOCALHOST", Loopback),
    ("localhost.", Loopback),
    ("a.localhost", Loopback),
    ("local%68ost", Loopback),
    ("localhost.localdomain", Loopback),
    ("ip6-localhost", Loopback),
    // The IPv4 address within an IPv6 address.
    ("[::ffff:127.0.0.1]", Loopback),
    ("[::ffff:7f00:1]", Loopback),
    ("[::ffff:0:127.0.0.1]", Loopback),
    ("[::ffff:10.0.0.1]", Private),
    ("[::ffff:169.254.169.254]", Metadata),
    ("[::ffff:8.8.8.8]", Global),
    ("[::127.0.0.1]", Reserved),
    ("[::8.8.8.8]", Reserved),
    ("[64:ff9b::127.0.0.1]", Loopback),
    ("[64:ff9b::a9fe:a9fe]", Metadata),
    ("[64:ff9b::8.8.8.8]", Global),
    ("[64:ff9b:1::8.8.8.8]", Private),
    ("[64:ff9b:1::10.0.0.1]", Private),
    ("[64:ff9b:1::7f00:1]", Private),
    ("[64:ff9b:1::a9fe:a9fe]", Metadata),
    ("[64:ff9b:1::224.0.0.1]", Multicast),
    ("[64:ff9b:1:2:3:4:a9fe:a9fe]", Metadata),
    ("[64:ff9b:1:a9fe:a9:fe00::]", Metadata),
    ("[64:ff9b:1:a9fe:a9:fe00:0:1]", Metadata),
    ("[64:ff9b:1:a9:fe:a9fe::]", Metadata),
    ("[64:ff9b:1:0:a9:fea9:fe00:0]", Metadata),
    ("[64:ff9b:1:a00:0:100::]", Private),
    ("[64:ff9b:1::]", Unspecified),
    ("[64:ff9b:1:ffff::1]", Reserved),
    ("[2002:7f00:1::]", Loopback),
    ("[2002:c0a8:101::1]", Private),
    ("[2002:808:808::1]", Global),
    ("[2001:0:7f00:1::f7f7:f7f7]", Loopback),
    ("[2001:0:808:808::3f57:fefe]", Private),
    ("[2001:0:808:808::f7f7:f7f7]", Global),
    ("[2001:0:7f00:1::5601:5601]", Metadata), // loopback before metadata
    ("[2002:a9fe:a9fe::1]", Metadata),
    ("[2002:808:808::5efe:a00:1]", Private),
    ("[2606:4700::5efe:808:808]", Global),
    ("[2606:4700::200:5efe:7f00:1]", Loopback),
    ("[2606:4700::5efe:a9fe:a9fe]", Metadata),
    ("[fe80::5efe:808:808]", LinkLocal),
    ("[fe80::5efe:a9fe:a9fe]", Metadata),
    ("[::169.254.169.254]", Reserved),
    // Private networks.
    ("10.0.0.1", Private),
    ("10.255.255.255", Private),
    ("172.16.0.1", Private),
    ("172.31.255.255", Private),
    ("172.32.0.1", Global),
    ("172.15.255.255", Global),
    ("192.168.0.1", Private),
    ("3232235521", Private),
    ("0xc0.0xa8.1", Private),
    ("[fc00::1]", Private),
    ("[fdff::1]", Private),
    ("[fec0::1]", Private),
    // Links, providers, measuring, examples.
    ("169.254.0.1", LinkLocal),
    ("[fe80::1]", LinkLocal),
    ("[febf::1]", LinkLocal),
    ("100.64.0.1", Shared),
    ("100.127.255.255", Shared),
    ("100.63.255.255", Global),
    ("100.128.0.0", Global),
    ("198.18.0.1", Benchmarking),
    ("198.19.255.255", Benchmarking),
    ("[2001:2::1]", Benchmarking),
    ("192.0.2.1", Documentation),
    ("198.51.100.1", Documentation),
    ("203.0.113.255", Documentation),
    ("[2001:db8::1]", Documentation),
    ("[3fff::1]", Documentation),
    // The services of clouds.
    ("169.254.169.254", Metadata),
    ("2852039166", Metadata),
    ("0xA9FEA9FE", Metadata),
    ("0251.0376.0251.0376", Metadata),
    ("169.254.43518", Metadata),
    ("169.254.170.2", Metadata),
    ("100.100.100.200", Metadata),
    ("168.63.129.16", Metadata),
    ("192.0.0.192", Metadata),
    ("[fd00:ec2::254]", Metadata),
    ("[fd20:ce::254]", Metadata),
    ("metadata.google.internal", Metadata),
    ("Metadata.Google.Internal.", Metadata),
    ("metadata%2Egoogle%2Einternal", Metadata),
    ("metadata", Metadata),
    ("instance-data", Metadata),
    // Never a site.
    ("0.0.0.0", Unspecified),
    ("0", Unspecified),
    ("0x0", Unspecified),
    ("0.1.2.3", Unspecified),
    ("[::]", Unspecified),
    ("[::ffff:0.0.0.0]", Unspecified),
    ("224.0.0.1", Multicast),
    ("239.255.255.255", Multicast),
    ("[ff02::1]", Multicast),
    ("255.255.255.255", Broadcast),
    ("4294967295", Broadcast),
    ("240.0.0.1", Reserved),
    ("192.0.0.1", Reserved),
    ("192.88.99.1", Reserved),
    ("[100::1]", Reserved),
    ("[2001:10::1]", Reserved),
    ("[4000::1]", Reserved),
    ("[5f00::1]", Reserved),
    // Sites.
    ("8.8.8.8", Global),
    ("1.1.1.1", Global),
    ("134744072", Global),
    ("[2606:4700::1111]", Global),
    ("[2a00:1450:4001::200e]", Global),
    ("example.com", Global),
    ("example.com.", Global),
    ("bücher.example", Global),
    ("notlocalhost", Global),
    ("localhost.example.com", Global),
    ("metadata.example.com", Global),
    ("127.0.0.1.example.com", Global),
];

/// Hosts that are invalid in a URL.
const UNUSABLE: &[&str] = &[
    "[fe80::1%25eth0]",
    "[fe80::1%eth0]",
    "[::1",
    "[::1]]",
    "[127.0.0.1]",
    "::1",
    "256.0.0.1",
    "1.2.3.4.5",
    "0x7f.0.0.0.1",
    "4294967296",
    "08.0.0.1",
    "exa mple",
    "a%00b",
    "127.0.0.1%",
    "%5B%3A%3A1%5D",
];

#[test]
fn every_spelling_comes_to_what_it_is() {
    assert!(SPELLINGS.len() >= 80);
    for (host, expected) in SPELLINGS {
        assert_eq!(kind(host), Some(*expected), "{host}");
    }
    for host in UNUSABLE {
        assert_eq!(kind(host), None, "{host}");
    }
}

#[test]
fn a_wider_reach_still_ends_somewhere() {
    let spelt = SPELLINGS.iter().filter(|(_, kind)| *kind != Global);
    for (host, kind) in spelt {
        let url = Url::parse(&format!("http://{host}/")).unwrap();
        let site = !matches!(kind, Metadata | Multicast | Broadcast | Unspecified | Reserved);
        assert_eq!(Reach::Private.check_host(&url).is_ok(), site, "{host}");
        assert!(Reach::Anywhere.check_host(&url).is_ok(), "{host}");
        assert!(Reach::Public.check_host(&url).is_err(), "{host}");
    }
}

#[test]
fn a_url_without_a_host_is_refused() {
    for url in ["data:,x", "file:///etc/passwd", "unix:/run/x.sock"] {
        assert!(Reach::Private.check_host(&Url::parse(url).unwrap()).is_err(), "{url}");
    }
    // Schemes whose hosts are not spelt out by the parser get no further either.
    let url = Url::parse("ssh://127.0.0.1./").unwrap();
    assert!(Reach::Public.check_host(&url).is_err());
}

/// Every address of IPv4 at the edges of every network, mapped and translated, is what it is plain.
#[test]
fn an_address_that_contains_another_has_its_kind() {
    let edges = (0..=32).flat_map(|bit| {
        let edge = 1_u64 << bit;
        [edge.saturating_sub(1), edge, edge + 1]
    });
    let spelt = SPELLINGS.iter().filter_map(|(host, _)| host.parse::<std::net::Ipv4Addr>().ok());
    let all = edges.filter_map(|bits| u32::try_from(bits).ok()).map(std::net::Ipv4Addr::from);
    for address in all.chain(spelt) {
        let plain = AddressKind::of(IpAddr::V4(address));
        let bits = u128::from(address.to_bits());
        for carrier in [
            0xFFFF << 32 | bits,
            0xFFFF << 48 | bits,
            0x0064_FF9B << 96 | bits,
            0x2002 << 112 | bits << 80,
        ] {
            let carrier = std::net::Ipv6Addr::from_bits(carrier);
            assert_eq!(AddressKind::of(IpAddr::V6(carrier)), plain, "{carrier}");
        }
    }
}

#[test]
fn a_refused_address_names_its_kind() {
    let url = Url::parse("http://0x7f.1/").unwrap();
    let refused = Reach::Public.check_host(&url).unwrap_err();
    assert_eq!(refused.to_string(), "placet does not connect to `127.0.0.1`: it is this machine");
}
