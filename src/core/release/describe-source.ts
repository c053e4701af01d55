import type {SourceCommit} from './source-commit.ts';

const SHORT = 8;

/** Returns the short hash of a commit: `3f2a1bc0`, with a `+` if the files differed from it. */
export const shortSource = ({commit, dirty}: SourceCommit): string => `${commit.slice(0, SHORT)}${dirty ? '+' : ''}`;

/** Returns the full hash with its branch and a note about changes: `3f2a1bc0… (main, with uncommitted changes)`. */
export function wholeSource({commit, branch, dirty}: SourceCommit): string {
  const more = [...(branch === undefined ? [] : [branch]), ...(dirty ? ['with uncommitted changes'] : [])];
  return `${commit}${more.length === 0 ? '' : ` (${more.join(', ')})`}`;
}
