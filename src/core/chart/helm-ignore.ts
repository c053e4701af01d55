import {readFilePattern} from './file-pattern.ts';

/** Reports whether Helm leaves out a file or a directory of a chart. */
export type HelmIgnore = (path: string, isDirectory: boolean) => boolean;

type Rule = {
  readonly matches: (path: string) => boolean;
  readonly isNegated: boolean;
  readonly onlyDirectories: boolean;
};

/** The rule that Helm adds to those of `.helmignore`: hidden files of templates. */
const ALWAYS = 'templates/.?*';

/** Reads `.helmignore`. Returns the problem of a line that Helm refuses. */
export function readHelmIgnore(text: string): HelmIgnore | {readonly problem: string} {
  const rules: Rule[] = [];
  for (const line of [...text.split('\n'), ALWAYS]) {
    const rule = readRule(line.trim());
    if (rule === 'wrong') return {problem: `.helmignore: Helm does not support the pattern ${line.trim()}`};
    if (rule !== undefined) rules.push(rule);
  }
  return (path, isDirectory) => isIgnored(rules, path, isDirectory);
}

function readRule(line: string): Rule | 'wrong' | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  if (line.includes('**')) return 'wrong';
  const isNegated = line.startsWith('!');
  const body = isNegated ? line.slice(1) : line;
  const onlyDirectories = body.endsWith('/');
  const pattern = onlyDirectories ? body.slice(0, -1) : body;
  const matches = readFilePattern(pattern.replace(/^\//, ''));
  if (matches === undefined) return 'wrong';
  if (pattern.includes('/')) return {matches, isNegated, onlyDirectories};
  return {matches: (path) => matches(path.slice(path.lastIndexOf('/') + 1)), isNegated, onlyDirectories};
}

/** Applies the rules as Helm does: a negated rule ignores everything that it does not match, unlike that of git. */
function isIgnored(rules: readonly Rule[], path: string, isDirectory: boolean): boolean {
  return rules.some(({matches, isNegated, onlyDirectories}) => {
    if (onlyDirectories && !isDirectory) return isNegated;
    return matches(path) !== isNegated;
  });
}
