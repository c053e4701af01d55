import {BACKENDS} from '../../registry/backends.ts';

/** A flag as help shows it and commander reads it. */
export type Flag = {readonly flags: string; readonly summary: string; readonly hidden?: true; readonly repeat?: true};

const EXAMPLES = BACKENDS.map(({address}) => address.example).join(', ');

/** The flags that every command takes, before or after its name. */
export const GLOBAL_FLAGS: readonly Flag[] = [
  {flags: '-C <dir>', summary: 'run in this directory instead of the current one'},
  {
    flags: '-s, --stack <[project/]stack>',
    summary: 'the stack; default: the stack of the current directory (repeatable)',
    repeat: true,
  },
  {
    flags: '-w, --workspace <name|file>',
    summary: 'the workspace; default: GANTRY_WORKSPACE, stack.yaml, then "gantry workspace switch"',
    repeat: true,
  },
  {
    flags: '--backend <url|name>',
    summary: `the storage of releases and locks: ${EXAMPLES}, or a name from your configuration; default: GANTRY_BACKEND, project.yaml, your configuration`,
  },
  {flags: '--insecure', summary: 'allow a backend without TLS'},
  {
    flags: '--untrusted',
    summary:
      'for pull requests from others: read workspaces and project.yaml from the base commit; only for build, validate, preview and drift; also GANTRY_UNTRUSTED=1',
  },
  {
    flags: '--base <ref>',
    summary:
      'the branch or commit that --untrusted reads from; default: GANTRY_BASE, the base branch that the CI system names, origin/HEAD',
  },
  {flags: '--lock-timeout <time>', summary: 'how long to wait for the lock of another run (default: 60s)'},
  {flags: '--approval <file>', summary: 'a signed approval for a protected workspace, from "gantry approve"'},
  {
    flags: '--outside-windows <reason>',
    summary: 'change a protected workspace outside of its change windows; the release records the reason',
  },
  {
    flags: '--sign <key>',
    summary:
      'sign the recorded releases with an SSH key, the public key of one in an SSH agent, or "sigstore" for the identity of the pipeline; default: GANTRY_SIGN_KEY',
  },
  {
    flags: '-o, --output <format>',
    summary: 'output format: human (default), json, yaml, jsonl (stream of events) or markdown',
  },
  {
    flags: '--report <format=file>',
    summary:
      'also write the result or the error to a file: markdown, json, yaml, human, junit, sarif, gitlab-codequality, gitlab-terraform (repeatable)',
    repeat: true,
  },
  {
    flags: '--profile <file>',
    summary: 'write the phases, steps and requests of the run to a file that chrome://tracing and Perfetto open',
  },
  {flags: '--color <when>', summary: 'when to use colours: auto (default), always or never; NO_COLOR is respected'},
  {flags: '-q, --quiet', summary: 'print only results and errors'},
  {flags: '-v, --verbose', summary: 'also print retries and timings'},
  {flags: '-y, --yes', summary: 'answer yes to all questions; a blocked change still needs its own flag'},
];
