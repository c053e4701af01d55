import {defined} from '../../lib/defined.ts';
import {fishWord, posixWord} from './shell-words.ts';

/** The arguments and start files of an interactive shell whose prompt shows the workspace. */
export type ShellStart = {
  readonly args: readonly string[];
  /** The files, by their path below the directory. */
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
};

/** The input for the start files of a shell in a workspace. */
export type StartOf = {
  /** The text before the prompt. */
  readonly mark: string;
  readonly directory: string;
  /** Variables that keep their values, even if the user's own start files set them. */
  readonly keep: readonly string[];
  readonly drop: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** Returns the text before the prompt: `(gantry:prod) `. It replaces special characters, because a shell evaluates its prompt. */
export const promptMark = (workspace: string): string => `(gantry:${workspace.replaceAll(/[^A-Za-z0-9_.-]/g, '_')}) `;

const HEAD = '# Written by Gantry for one shell. It is deleted when that shell ends.';

/** Returns lines that save the variables to keep. The values are never written to the file. */
const remember = ({keep}: StartOf): readonly string[] => keep.map((name) => `__gantry_${name}=$${name}`);
const restore = ({keep, drop}: StartOf): readonly string[] => [
  ...keep.map((name) => `export ${name}="$__gantry_${name}"; unset __gantry_${name}`),
  ...drop.map((name) => `unset ${name}`),
];

/** Returns the start files of bash. The prompt is changed before each line, because other programs may set it again. */
export function bashStart(start: StartOf): ShellStart {
  const mark = posixWord(start.mark);
  const rc = [
    HEAD,
    ...remember(start),
    '[ -r ~/.bashrc ] && . ~/.bashrc',
    ...restore(start),
    `__gantry_mark() { case $PS1 in ${mark}*) ;; *) PS1=${mark}$PS1 ;; esac; }`,
    '__gantry_mark',
    'case $(declare -p PROMPT_COMMAND 2>/dev/null) in',
    '  "declare -a"*) PROMPT_COMMAND+=(__gantry_mark) ;;',
    String.raw`  *) PROMPT_COMMAND="${'$'}{PROMPT_COMMAND:+$PROMPT_COMMAND${'$'}{__gantry_newline=${'$'}'\n'}}__gantry_mark" ;;`,
    'esac',
  ];
  return {args: ['--rcfile', `${start.directory}/bashrc`, '-i'], files: {bashrc: lines(rc)}, env: {}};
}

/** Returns the start files of zsh: `ZDOTDIR` leads to them, and they source the user's own. */
export function zshStart(start: StartOf): ShellStart {
  const [mark, own] = [posixWord(start.mark), posixWord(`${start.directory}/zsh`)];
  const zshenv = [
    HEAD,
    ...remember(start),
    'if [[ -n $GANTRY_OUTER_ZDOTDIR ]]; then ZDOTDIR=$GANTRY_OUTER_ZDOTDIR; else unset ZDOTDIR; fi',
    '[[ -r ${ZDOTDIR:-$HOME}/.zshenv ]] && source "${ZDOTDIR:-$HOME}/.zshenv"',
    'GANTRY_OUTER_ZDOTDIR=${ZDOTDIR:-$HOME}',
    `ZDOTDIR=${own}`,
  ];
  const zshrc = [
    HEAD,
    'ZDOTDIR=$GANTRY_OUTER_ZDOTDIR; unset GANTRY_OUTER_ZDOTDIR',
    `[[ $HISTFILE == ${own}/* ]] && HISTFILE=$ZDOTDIR/.zsh_history`,
    '[[ -r $ZDOTDIR/.zshrc ]] && source "$ZDOTDIR/.zshrc"',
    ...restore(start),
    `__gantry_mark() { [[ $PROMPT == ${mark}* ]] || PROMPT=${mark}$PROMPT }`,
    '__gantry_mark',
    'precmd_functions+=(__gantry_mark)',
  ];
  const outer = start.env['ZDOTDIR'];
  return {
    args: ['-i'],
    files: {'zsh/.zshenv': lines(zshenv), 'zsh/.zshrc': lines(zshrc)},
    env: {ZDOTDIR: `${start.directory}/zsh`, ...defined({GANTRY_OUTER_ZDOTDIR: outer || undefined})},
  };
}

/** Returns the start commands of fish. They run after the user's own configuration. */
export function fishStart(start: StartOf): ShellStart {
  const script = [
    HEAD,
    ...start.keep
      .filter((name) => start.env[name] !== undefined)
      .map((name) => `set -gx ${name} ${fishWord(start.env[name] ?? '')}`),
    ...start.drop.map((name) => `set -e ${name}`),
    'functions -q fish_prompt; and functions -c fish_prompt __gantry_prompt',
    `function fish_prompt; printf '%s' ${fishWord(start.mark)}; functions -q __gantry_prompt; and __gantry_prompt; end`,
  ];
  const file = `${start.directory}/init.fish`;
  return {args: ['-i', '--init-command', `source ${fishWord(file)}`], files: {'init.fish': lines(script)}, env: {}};
}

/** Returns the start files of dash, ksh and other shells that read the file in ENV. */
export function shStart(start: StartOf): ShellStart {
  const mark = posixWord(start.mark);
  const rc = [
    HEAD,
    ...remember(start),
    'if [ -n "${GANTRY_OUTER_ENV-}" ]; then ENV=$GANTRY_OUTER_ENV; [ -r "$ENV" ] && . "$ENV"; else unset ENV; fi',
    'unset GANTRY_OUTER_ENV',
    ...restore(start),
    `PS1=${mark}\${PS1-}`,
  ];
  const outer = start.env['ENV'];
  return {
    args: ['-i'],
    files: {shrc: lines(rc)},
    env: {ENV: `${start.directory}/shrc`, ...defined({GANTRY_OUTER_ENV: outer || undefined})},
  };
}

const lines = (all: readonly string[]): string => `${all.join('\n')}\n`;
