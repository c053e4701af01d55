import {expect, it} from 'vitest';
import {isMetadataAddress, isMetadataHost} from '../../../src/lib/metadata-address.ts';

it.each([
  'http://169.254.169.254/latest/meta-data',
  'https://169.254.170.2',
  'https://2852039166',
  'https://0xa9fea9fe/',
  'https://[::ffff:169.254.169.254]',
  'https://[fd00:ec2::254]',
  'https://[fe80::1]',
  'https://100.100.100.200',
  'https://168.63.129.16:443',
  'https://metadata.google.internal.',
  'https://METADATA/computeMetadata',
  'metadata.goog:80',
])('%s is the address of a metadata service', (address) => {
  expect(isMetadataAddress(address)).toBe(true);
});

it.each(['https://10.0.0.1', 'https://metadata.example.com', 'https://[2001:db8::1]', 'https://localhost', 'AWS'])(
  '%s is not the address of a metadata service',
  (address) => {
    expect(isMetadataAddress(address)).toBe(false);
  },
);

it('the check of a metadata host accepts hosts in URL notation', () => {
  expect([isMetadataHost('[fe80::1]'), isMetadataHost('[::1]')]).toEqual([true, false]);
});
