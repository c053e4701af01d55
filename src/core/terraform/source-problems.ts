import {type Block, blocksIn} from './blocks.ts';
import {blocksOf, isCode, isJsonCode, isRootFile} from './code.ts';

/** A problem of a source of `.tf` files, with its place. */
export type SourceProblem = {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly hint: string;
};

/** Returns the problems of the files of a source that only this program knows. Terraform reports all others. */
export function sourceProblems(files: Readonly<Record<string, string>>): readonly SourceProblem[] {
  const names = Object.keys(files);
  const noRoot = names.some(isRootFile)
    ? []
    : [
        problemAt(
          names[0] ?? '',
          START,
          'the source has no `.tf` or `.tf.json` file',
          'Name the directory of a root module.',
        ),
      ];
  return [...noRoot, ...names.flatMap((file) => problemsOf(file, files[file] ?? ''))];
}

const START = {line: 1, column: 1};

/** The files beside those of a source in the working directory. */
const OWN_FILES = /^gantry(?:_outputs\.tf|(?:_override)?\.tf\.json|\.auto\.tfvars\.json|_vars\/.*)$/;

function problemsOf(file: string, text: string): readonly SourceProblem[] {
  if (OWN_FILES.test(file))
    return [problemAt(file, START, `${file} is a name of a file that Gantry writes itself`, 'Rename the file.')];
  if (/\.tofu(?:\.json)?$/.test(file))
    return [
      problemAt(
        file,
        START,
        `${file} is a file that only OpenTofu reads, which is not supported in a source`,
        'Write it as a `.tf` file.',
      ),
    ];
  if (!isCode(file)) return stateProblems(file, text);
  return blocksOf(file, text).flatMap((block) => {
    if (block.type === 'terraform') return settingProblems(file, text, block);
    return block.type === 'module' ? moduleProblems(file, block) : [];
  });
}

/** Refuses a state in the source, under any name: it has secrets in clear, and the files are a part of each release. */
const stateProblems = (file: string, text: string): readonly SourceProblem[] =>
  /^\s*\{/.test(text) && STATE_MEMBERS.every((member) => text.includes(`"${member}":`))
    ? [
        problemAt(
          file,
          START,
          `${file} is a state of Terraform, and the files of a source are a part of each release`,
          'Move it out of the directory of the source.',
        ),
      ]
    : [];

const STATE_MEMBERS = ['terraform_version', 'serial', 'lineage', 'resources'];

/** Refuses another place or form of the state: Gantry stores it, sealed, with the release. */
const settingProblems = (file: string, text: string, {body, bodyStart}: Block): readonly SourceProblem[] =>
  blocksIn(body)
    .filter(({type}) => Object.hasOwn(STATE_BLOCKS, type))
    .map(({type, start}) =>
      problemAt(
        file,
        // The body of a block in JSON has no places of its own.
        placeOf(text, isJsonCode(file) ? bodyStart : bodyStart + start),
        `the block \`${type}\` ${STATE_BLOCKS[type]}`,
        'Run "terraform state pull > ../state.json", remove the block, and run "gantry import terraform STATE --source DIR" with that file.',
      ),
    );

const ELSEWHERE = 'stores the state in another place than Gantry';
const STATE_BLOCKS: Readonly<Record<string, string>> = {
  backend: ELSEWHERE,
  cloud: ELSEWHERE,
  encryption: 'encrypts the state, which Gantry seals itself',
};

/** Refuses a local module outside of the source: its files would not be a part of the release. */
function moduleProblems(file: string, {body, labels, ...block}: Block): readonly SourceProblem[] {
  const local = /(?:^|\n)[ \t]*source[ \t]*=[ \t]*"(\.\.?\/[^"]*)"/.exec(body)?.[1];
  if (local === undefined || !leaves([...file.split('/').slice(0, -1), ...local.split('/')])) return [];
  return [
    problemAt(
      file,
      block,
      `the module \`${labels[0] ?? ''}\` is in ${local}, outside of the directory of the source`,
      'Name a directory that contains both as the source, or move the module below it.',
    ),
  ];
}

/** Reports whether a relative path leads out of its directory. */
function leaves(steps: readonly string[]): boolean {
  let depth = 0;
  for (const step of steps) {
    if (step === '..') depth--;
    else if (step !== '.' && step !== '') depth++;
    if (depth < 0) return true;
  }
  return false;
}

function placeOf(text: string, offset: number): Pick<SourceProblem, 'line' | 'column'> {
  const before = text.slice(0, offset);
  return {line: before.split('\n').length, column: offset - before.lastIndexOf('\n')};
}

const problemAt = (
  file: string,
  {line, column}: Pick<SourceProblem, 'line' | 'column'>,
  message: string,
  hint: string,
): SourceProblem => ({file, line, column, message, hint});
