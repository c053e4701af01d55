import type {Environment} from '@marcbachmann/cel-js';
import {type Address, addressOf, addressText, contains, isIn, masked, type Network, networkOf} from './address.ts';

class CelIp {
  readonly address: Address;

  constructor(address: Address) {
    this.address = address;
  }
}

class CelCidr {
  readonly network: Network;

  constructor(network: Network) {
    this.network = network;
  }
}

/** The namespace `ip` of an expression: `ip.isCanonical(self)`. */
class IpNamespace {
  readonly name = 'ip';
}

function ip(text: string): CelIp {
  const address = addressOf(text);
  if (typeof address === 'string') throw new Error(address);
  return new CelIp(address);
}

function cidr(text: string): CelCidr {
  const network = networkOf(text);
  if (typeof network === 'string') throw new Error(network);
  return new CelCidr(network);
}

const networkText = ({address, length}: Network): string => `${addressText(address)}/${length}`;

const holds = ({network}: CelCidr, {address}: CelIp): boolean => contains(network, {address, length: address.bits});

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const LOCAL_MULTICAST = ['224.0.0.0/24', 'ff02::/16'];
const LOCAL_UNICAST = ['169.254.0.0/16', 'fe80::/10'];
const NOT_GLOBAL = [
  ...LOOPBACK,
  ...LOCAL_UNICAST,
  '0.0.0.0/32',
  '255.255.255.255/32',
  '224.0.0.0/4',
  '::/128',
  'ff00::/8',
];

const isInAny =
  (networks: readonly string[]) =>
  ({address}: CelIp): boolean =>
    networks.some((one) => isIn(address, one));

/** Registers the functions on addresses and networks: `cidr(self.range).containsIP(self.address)`. */
export function registerAddresses(environment: Environment): void {
  environment
    .registerType('net.IP', CelIp)
    .registerType('net.CIDR', CelCidr)
    .registerType('net.IPNamespace', IpNamespace)
    .registerConstant('ip', 'net.IPNamespace', new IpNamespace());
  registerIp(environment);
  registerCidr(environment);
}

function registerIp(environment: Environment): void {
  environment
    .registerFunction('ip(string): net.IP', ip)
    .registerFunction('isIP(string): bool', (text: string) => typeof addressOf(text) !== 'string')
    .registerFunction(
      'net.IPNamespace.isCanonical(string): bool',
      (_: IpNamespace, text: string) => addressText(ip(text).address) === text,
    )
    .registerFunction('net.IP.family(): int', ({address}: CelIp) => (address.bits === 32 ? 4n : 6n))
    .registerFunction('net.IP.isUnspecified(): bool', ({address}: CelIp) => address.value === 0n)
    .registerFunction('net.IP.isLoopback(): bool', isInAny(LOOPBACK))
    .registerFunction('net.IP.isLinkLocalMulticast(): bool', isInAny(LOCAL_MULTICAST))
    .registerFunction('net.IP.isLinkLocalUnicast(): bool', isInAny(LOCAL_UNICAST))
    .registerFunction('net.IP.isGlobalUnicast(): bool', (one: CelIp) => !isInAny(NOT_GLOBAL)(one))
    .registerFunction('string(net.IP): string', ({address}: CelIp) => addressText(address))
    .registerOperator(
      'net.IP == net.IP',
      (a: CelIp, b: CelIp) => a.address.bits === b.address.bits && a.address.value === b.address.value,
    );
}

function registerCidr(environment: Environment): void {
  environment
    .registerFunction('cidr(string): net.CIDR', cidr)
    .registerFunction('isCIDR(string): bool', (text: string) => typeof networkOf(text) !== 'string')
    .registerFunction('net.CIDR.containsIP(net.IP): bool', holds)
    .registerFunction('net.CIDR.containsIP(string): bool', (one: CelCidr, text: string) => holds(one, ip(text)))
    .registerFunction('net.CIDR.containsCIDR(net.CIDR): bool', (a: CelCidr, b: CelCidr) =>
      contains(a.network, b.network),
    )
    .registerFunction('net.CIDR.containsCIDR(string): bool', (one: CelCidr, text: string) =>
      contains(one.network, cidr(text).network),
    )
    .registerFunction('net.CIDR.ip(): net.IP', ({network}: CelCidr) => new CelIp(network.address))
    .registerFunction('net.CIDR.masked(): net.CIDR', ({network}: CelCidr) => new CelCidr(masked(network)))
    .registerFunction('net.CIDR.prefixLength(): int', ({network}: CelCidr) => BigInt(network.length))
    .registerFunction('string(net.CIDR): string', ({network}: CelCidr) => networkText(network))
    .registerOperator(
      'net.CIDR == net.CIDR',
      (a: CelCidr, b: CelCidr) => networkText(a.network) === networkText(b.network),
    );
}
