import type {JsonObject} from '../../core/json.ts';
import {generated} from '../../core/module/generated-value.ts';
import {defined} from '../../lib/defined.ts';
import type {Application} from './application.ts';
import {objectOf} from './object-of.ts';

/** A Secret of an application. */
export type SecretSpec = {
  readonly type: 'basic' | 'token' | 'opaque' | 'certificate' | 'external';
  /** The values by their keys. A value of `basic` or `token` that is absent is generated. */
  readonly data?: Readonly<Record<string, string>> | undefined;
  readonly immutable?: boolean | undefined;
};

const TYPES: Readonly<Record<SecretSpec['type'], string>> = {
  basic: 'kubernetes.io/basic-auth',
  token: 'Opaque',
  opaque: 'Opaque',
  certificate: 'kubernetes.io/tls',
  external: 'Opaque',
};

/** The keys that get a generated value if `data` does not set them. */
const GENERATED: Readonly<Partial<Record<SecretSpec['type'], readonly string[]>>> = {
  basic: ['username', 'password'],
  token: ['token'],
};

/** The length of generated values in Kusion. */
const LENGTH = 54;

/** Returns a Secret with the Kubernetes type for its kind. */
export function secretObject(
  name: string,
  {type, data = {}, immutable}: SecretSpec,
  application: Pick<Application, 'namespace' | 'labels'>,
): JsonObject {
  const missing = (GENERATED[type] ?? []).filter((key) => data[key] === undefined);
  const fresh = missing.map((key) => [key, generated(`${name}.${key}`, {length: LENGTH})]);
  return objectOf(
    {apiVersion: 'v1', kind: 'Secret', name},
    application,
    defined({type: TYPES[type], immutable, stringData: {...data, ...Object.fromEntries(fresh)}}),
  );
}
