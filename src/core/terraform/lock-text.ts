import type {LockedProvider} from '../resource/terraform-lock.ts';

const BLOCK = /^provider "([^"]+)" \{$([^}]*)^\}$/gm;
const VERSION = /^ *version *= *"([^"]+)"/m;
const HASH = /"((?:h1|zh):[^"]+)"/g;

/** Reads a dependency lock file as Terraform writes it. */
export const parseLockText = (text: string): readonly LockedProvider[] =>
  [...text.matchAll(BLOCK)].flatMap(([, source = '', body = '']) => {
    const version = VERSION.exec(body)?.[1];
    const hashes = [...body.matchAll(HASH)].map(([, hash = '']) => hash);
    return version === undefined ? [] : [{source, version, hashes}];
  });

/** Returns the text of a dependency lock file. The same providers give the same text. */
export const lockText = (providers: readonly LockedProvider[]): string =>
  providers
    .toSorted((a, b) => (a.source < b.source ? -1 : 1))
    .map(({source, version, hashes}) => {
      const lines = hashes.toSorted().map((hash) => `    "${hash}",\n`);
      // Terraform refuses an empty list.
      const all = lines.length === 0 ? '' : `  hashes = [\n${lines.join('')}  ]\n`;
      return `provider "${source}" {\n  version = "${version}"\n${all}}\n`;
    })
    .join('\n');

/** Returns the versions in a dependency lock file, by source address. */
export const versionsIn = (text: string): ReadonlyMap<string, string> =>
  new Map(parseLockText(text).map(({source, version}) => [source, version]));
