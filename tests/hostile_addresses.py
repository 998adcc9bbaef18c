"""Addresses that lead into private networks, or that readers take apart in different ways."""

from saboteur_site.outgoing import outward

HOSTILE = {
    # Schemes that are none of ours.
    "http://hooks.example.org/": "scheme",
    "file:///etc/passwd": "scheme",
    "gopher://hooks.example.org:6379/_SET%20a": "scheme",
    "ftp://hooks.example.org/": "scheme",
    "javascript:alert(1)": "scheme",
    "//hooks.example.org/": "scheme",
    "hooks.example.org/": "scheme",
    "": "address",
    # This machine and its network, in each spelling of a number.
    "https://127.0.0.1/": "address",
    "https://127.1/": "address",
    "https://2130706433/": "address",
    "https://0x7f000001/": "address",
    "https://0x7f.0.0.0x1/": "address",
    "https://0177.0.0.01/": "address",
    "https://0.0.0.0/": "address",
    "https://0/": "address",
    "https://10.0.0.1/": "address",
    "https://192.168.1.1/": "address",
    "https://169.254.169.254/latest/meta-data/": "address",
    "https://127.0.0.1./": "address",
    "https://9.9.9.9/": "address",
    "https://[::1]/": "address",
    "https://[::ffff:127.0.0.1]/": "address",
    "https://[::ffff:7f00:1]/": "address",
    "https://[fe80::1%25eth0]/": "address",
    "https://[64:ff9b::7f00:1]/": "address",
    "https://[2002:7f00:1::]/": "address",
    "https://[::]/": "address",
    # Names of this machine and of its network.
    "https://localhost/": "address",
    "https://localhost./": "address",
    "https://LOCALHOST/": "address",
    "https://intranet/": "address",
    "https://hooks.example.org./": "address",
    "https://localhost.localdomain/": "private",
    "https://metadata.google.internal/": "private",
    "https://127.0.0.1.nip.io/": "private",
    "https://7f000001.nip.io/": "private",
    "https://localtest.me/": "private",
    "https://six.example.org/": "private",
    "https://mixed.example.org/": "private",
    # Addresses that readers take apart in different ways.
    "https://hooks.example.org@127.0.0.1/": "login",
    "https://user:key@hooks.example.org/": "login",
    "https://127.0.0.1#@hooks.example.org/": "address",
    "https://127.0.0.1\\@hooks.example.org/": "address",
    "https:\\\\127.0.0.1/": "address",
    "https:///127.0.0.1/": "address",
    "https://hooks.example.org:80\\@127.0.0.1/": "address",
    "https://hooks.example.org/\r\nHost: 127.0.0.1": "address",
    "https://hooks.example.org/%0a\tx": "address",
    "https://hooks.example.org\x00.evil.example/": "address",
    " https://hooks.example.org/": "address",
    "https://hooks.example.org/ä": "address",
    "https://hооks.example.org/": "address",
    "https://①②⑦.⓪.⓪.①/": "address",
    "https://hooks。example。org/": "address",
    "https://%31%32%37.0.0.1/": "address",
    "https://-hooks.example.org/": "address",
    "https://hooks..example.org/": "address",
    f"https://{'a' * 64}.example.org/": "address",
    f"https://{'a.' * 130}example.org/": "address",
    f"https://hooks.example.org/{'a' * outward.LONGEST}": "address",
    # Doors of other services.
    "https://hooks.example.org:22/": "port",
    "https://hooks.example.org:80/": "port",
    "https://hooks.example.org:6379/": "port",
    "https://hooks.example.org:0/": "port",
    "https://hooks.example.org:/": "address",
    "https://hooks.example.org:0443/": "address",
    "https://hooks.example.org:99999/": "address",
    "https://hooks.example.org:443:443/": "address",
    "https://hooks.example.org:４４３/": "address",
}
"""Each with the word by which it is refused."""

INWARD = """
    0.0.0.0 0.1.2.3 10.255.0.1 100.64.0.1 100.100.100.200 127.0.0.1 127.255.255.254 169.254.169.254 172.16.0.1
    172.31.255.255 192.0.0.1 192.0.2.1 192.168.0.1 198.18.0.1 198.51.100.1 203.0.113.1 224.0.0.1 239.255.255.250
    240.0.0.1 255.255.255.255 168.63.129.16
    :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:9.9.9.9 ::ffff:0:10.0.0.1 64:ff9b::10.0.0.1 64:ff9b::9.9.9.9
    64:ff9b:1::1 100::1 2001::1 2001:db8::1 2002:a00:1::1 2002:909:909::1 fc00::1 fd00:ec2::254 fe80::1 fec0::1 ff02::1
    ff0e::1 192.88.99.1 3fff::1 3fff:fff::1 5f00::1
"""
"""Numbers that are not of the internet at large."""
