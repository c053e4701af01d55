import {unreachable} from '../../lib/unreachable.ts';
import type {DeclaredBackend} from './backend-config.ts';

/** The line that means this backend: what `parseBackendUrl` reads. References to credentials are left out of it. */
export function showBackend(declared: DeclaredBackend): string {
  switch (declared.kind) {
    case 'local':
      return declared.path === undefined ? 'local' : `local:${declared.path}`;
    case 'kubernetes':
      return `kubernetes://${declared.namespace}${query({workspace: declared.workspace})}`;
    case 's3': {
      const {bucket, prefix, region, endpoint, pathStyle, profile, caFile, encryption} = declared;
      const sse = encryption?.algorithm;
      const kmsKeyId = encryption?.algorithm === 'aws:kms' ? encryption.keyId : undefined;
      const options = {region, endpoint, pathStyle: pathStyle?.toString(), profile, caFile, sse, kmsKeyId};
      return `s3://${bucket}${prefix === undefined ? '' : `/${prefix}`}${query(options)}`;
    }
    default:
      return unreachable(declared);
  }
}

function query(options: Readonly<Record<string, string | undefined>>): string {
  const set = Object.entries(options).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${readable(value)}`],
  );
  return set.length === 0 ? '' : `?${set.join('&')}`;
}

/** Addresses and paths stay readable: what only a strict reader of URLs would escape is left as it is. */
const readable = (value: string): string => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/');
