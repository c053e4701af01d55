import {BlockList, isIP} from 'node:net';

/** Link-local addresses, and those that clouds use for the same outside of them: Alibaba, Azure's wire server, Oracle, AWS over IPv6. */
const ADDRESSES = new BlockList();
ADDRESSES.addSubnet('169.254.0.0', 16);
ADDRESSES.addAddress('100.100.100.200');
ADDRESSES.addAddress('168.63.129.16');
ADDRESSES.addAddress('192.0.0.192');
ADDRESSES.addSubnet('fe80::', 10, 'ipv6');
ADDRESSES.addAddress('fd00:ec2::254', 'ipv6');

/** The names by which machines of clouds find it. */
const NAMES = /^(?:metadata|instance-data|metadata\.google\.internal|metadata\.goog|.*\.metadata\.goog)$/;

/** Whether a host is one at which a cloud gives credentials to whoever asks from one of its machines. */
export function isMetadataHost(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '');
  const family = isIP(name);
  if (family === 0) return NAMES.test(name);
  // An IPv4 address written as IPv6 is compared as what it is.
  return ADDRESSES.check(name, family === 4 ? 'ipv4' : 'ipv6');
}

/** The same for an address of a server, or its host and port alone. */
export function isMetadataAddress(address: string): boolean {
  const url = URL.parse(address.includes('://') ? address : `https://${address}`);
  return url !== null && isMetadataHost(url.hostname);
}
