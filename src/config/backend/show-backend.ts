import {type DeclaredBackend, descriptorOf} from '../../registry/backends.ts';
import {optionsOf} from './address-options.ts';

/** Returns a backend as the line that `parseBackendUrl` reads, without references to credentials. */
export function showBackend(declared: DeclaredBackend): string {
  const descriptor = descriptorOf(declared);
  const {scheme, isWord, show} = descriptor.address;
  const place = show(declared);
  if (isWord) return place === '' ? scheme : `${scheme}:${place}`;
  const values: Readonly<Record<string, unknown>> = declared;
  const options = optionsOf(descriptor).flatMap((option) => Object.entries(option.show(values[option.field])));
  return `${scheme}://${place}${query(options)}`;
}

function query(options: readonly (readonly [string, string | undefined])[]): string {
  const set = options.flatMap(([name, value]) => (value === undefined ? [] : [`${name}=${readable(value)}`]));
  return set.length === 0 ? '' : `?${set.join('&')}`;
}

/** Escapes a value for a URL, except `:` and `/`, so that addresses and paths stay readable. */
const readable = (value: string): string => encodeURIComponent(value).replaceAll('%3A', ':').replaceAll('%2F', '/');
