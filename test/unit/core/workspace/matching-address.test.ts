import {describe, expect, it} from 'vitest';
import {matchingAddress} from '../../../../src/core/workspace/matching-address.ts';

const STABLE = 'https://charts.example.com/stable';

describe('the address of a login', () => {
  it.each([
    [STABLE],
    [`${STABLE}/`],
    [`${STABLE}/index.yaml`],
    ['https://charts.example.com:443/stable/a/b.tgz?x=1'],
    ['HTTPS://Charts.Example.com/stable/index.yaml'],
  ])('covers %s', (address) => {
    expect(matchingAddress(address, [STABLE])).toBe(STABLE);
  });

  it.each([
    ['http://charts.example.com/stable/index.yaml'],
    ['oci://charts.example.com/stable/index.yaml'],
    ['https://charts.example.com:8443/stable/index.yaml'],
    ['https://charts.example.com.evil.example/stable/index.yaml'],
    ['https://evil.example/https://charts.example.com/stable'],
    ['https://charts.example.com/stable-evil/index.yaml'],
    ['https://charts.example.com/'],
    ['https://charts.example.com/stable/../evil/index.yaml'],
    ['https://charts.example.com/stable/%2e%2e/evil/index.yaml'],
    ['https://charts.example.com/stable/..%2fevil/index.yaml'],
    ['https://charts.example.com/stable/%5c../evil'],
    ['https://charts.example.com/Stable/index.yaml'],
    ['no address'],
  ])('the address of a login does not cover %s', (address) => {
    expect(matchingAddress(address, [STABLE])).toBeUndefined();
  });

  it('with the longest path has priority', () => {
    const prefixes = ['oci://registry.example.com:5000', 'oci://registry.example.com:5000/team/charts'];
    expect(matchingAddress('oci://registry.example.com:5000/team/charts/web', prefixes)).toBe(prefixes[1]);
    expect(matchingAddress('oci://registry.example.com:5000/other/web', prefixes)).toBe(prefixes[0]);
    expect(matchingAddress('oci://registry.example.com/other/web', prefixes)).toBeUndefined();
  });
});
