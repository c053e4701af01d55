import type {SourceKind} from './source.ts';

/** Returns the names of source kinds for messages: `` `manifests`, `x` and `spec` ``. */
export function listed(kinds: readonly SourceKind[], last = 'and'): string {
  const names = kinds.map(({name}) => `\`${name}\``);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} ${last} ${names.at(-1)}`;
}
