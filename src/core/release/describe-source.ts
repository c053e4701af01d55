import type {SourceCommit} from './source-commit.ts';

const SHORT = 8;

/** `3f2a1bc0`, with a `+` where the files differed from it. */
export const shortSource = ({commit, dirty}: SourceCommit): string => `${commit.slice(0, SHORT)}${dirty ? '+' : ''}`;

/** The whole hash, with its branch, and whether the files differed: `3f2a1bc0… (main, with changes that were not committed)`. */
export function wholeSource({commit, branch, dirty}: SourceCommit): string {
  const more = [...(branch === undefined ? [] : [branch]), ...(dirty ? ['with changes that were not committed'] : [])];
  return `${commit}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}
