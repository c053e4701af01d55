import {BlockList, isIP} from 'node:net';

/** The metadata addresses of clouds: link-local ones, and those of Alibaba, Azure's wire server, Oracle and AWS over IPv6. */
const ADDRESSES = new BlockList();
ADDRESSES.addSubnet('169.254.0.0', 16);
ADDRESSES.addAddress('100.100.100.200');
ADDRESSES.addAddress('168.63.129.16');
ADDRESSES.addAddress('192.0.0.192');
ADDRESSES.addSubnet('fe80::', 10, 'ipv6');
ADDRESSES.addAddress('fd00:ec2::254', 'ipv6');

/** The names of metadata servers. */
const NAMES = /^(?:metadata|instance-data|metadata\.google\.internal|metadata\.goog|.*\.metadata\.goog)$/;

/** Reports whether a host is a metadata server, which gives credentials to every program on a cloud machine. */
export function isMetadataHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  const family = isIP(name);
  if (family === 0) return NAMES.test(name);
  // An IPv4-mapped IPv6 address is compared as an IPv4 address.
  return ADDRESSES.check(name, family === 4 ? 'ipv4' : 'ipv6');
}

/** Reports whether an address, or a host with a port, names a metadata server. */
export function isMetadataAddress(address: string): boolean {
  const url = URL.parse(address.includes('://') ? address : `https://${address}`);
  return url !== null && isMetadataHost(url.hostname);
}
