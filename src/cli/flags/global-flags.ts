import {BACKENDS} from '../../registry/backends.ts';

/** A flag as help shows it and commander reads it. */
export type Flag = {readonly flags: string; readonly summary: string; readonly hidden?: true; readonly repeat?: true};

const EXAMPLES = BACKENDS.map(({address}) => address.example).join(', ');

/** The flags that every command takes, before or after its name. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  {flags: '-C <dir>', summary: 'start in this directory instead of the current one'},
  {
    flags: '-s, --stack <[project/]stack>',
    summary: 'the stack; default: the one of the directory (repeatable)',
    repeat: true,
  },
  {
    flags: '-w, --workspace <name|file>',
    summary: 'the workspace; default: GANTRY_WORKSPACE, stack.yaml, then your switch',
  },
  {
    flags: '--backend <url|name>',
    summary: `where releases and locks are kept: ${EXAMPLES}, or a name of yours; default: GANTRY_BACKEND, project.yaml, your configuration`,
  },
  {flags: '--insecure', summary: 'accept a backend that is reached without TLS'},
  {
    flags: '--untrusted',
    summary:
      'somebody else may have changed these files: workspaces and project.yaml are read from the base commit; also GANTRY_UNTRUSTED=1',
  },
  {
    flags: '--base <ref>',
    summary: 'the base commit of --untrusted; default: GANTRY_BASE, the branch that the CI system names, origin/HEAD',
  },
  {flags: '--lock-timeout <time>', summary: 'how long to wait for the lock of another run (60s)'},
  {flags: '-o, --output <format>', summary: 'human, json, yaml, jsonl (the stream of events) or markdown'},
  {
    flags: '--report <format=file>',
    summary:
      'write the answer, or the error, to a file too: markdown, json, yaml, human, junit, sarif, gitlab-codequality, gitlab-terraform (repeatable)',
    repeat: true,
  },
  {flags: '--color <when>', summary: 'auto, always or never; NO_COLOR is honoured'},
  {flags: '-q, --quiet', summary: 'only results and errors'},
  {flags: '-v, --verbose', summary: 'retries and timings, too'},
  {flags: '-y, --yes', summary: 'do not ask'},
];
