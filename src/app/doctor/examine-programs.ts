import {isObject, type Json} from '../../core/json.ts';
import type {Programs} from '../../ports/programs.ts';
import type {Deps} from '../deps.ts';
import type {MachineCheck} from './machine-check.ts';

type KnownProgram = {
  readonly name: string;
  readonly args: readonly string[];
  readonly versionIn: (printed: string) => string | undefined;
  /** The features that require the program. */
  readonly needed: string;
  /** Major and minor version; an older version is a warning. */
  readonly atLeast?: readonly [number, number];
};

const firstVersion = (printed: string): string | undefined =>
  /v?\d{1,6}\.\d{1,6}(?:\.[\w.+-]{1,60})?/.exec(printed)?.[0];

const field =
  (...path: readonly string[]) =>
  (printed: string): string | undefined => {
    let at: Json | undefined = parsed(printed);
    for (const name of path) at = isObject(at) ? at[name] : undefined;
    return typeof at === 'string' ? at : undefined;
  };

const KNOWN: readonly KnownProgram[] = [
  {
    name: 'git',
    args: ['--version'],
    versionIn: firstVersion,
    needed: 'releases do not record the commit, and --untrusted cannot read the base commit',
  },
  {
    name: 'kubectl',
    args: ['version', '--client', '-o', 'json'],
    versionIn: field('clientVersion', 'gitVersion'),
    needed: 'required for kustomizations (unless kustomize is installed) and "gantry exec -- kubectl"',
    atLeast: [1, 27],
  },
  {
    name: 'kustomize',
    args: ['version'],
    versionIn: firstVersion,
    needed: 'kubectl 1.27 or newer can build kustomizations instead',
  },
  {
    name: 'helm',
    args: ['version', '--short'],
    versionIn: firstVersion,
    needed: 'required for Helm charts',
  },
  {
    name: 'terraform',
    args: ['version', '-json'],
    versionIn: field('terraform_version'),
    needed: 'required for Terraform resources, unless tofu is installed',
  },
];

const SECONDS = 10;

/** Finds related programs in PATH and asks each for its version. A missing program is not a failure. */
export async function examinePrograms(deps: Pick<Deps, 'programs'>): Promise<readonly MachineCheck[]> {
  const programs = await deps.programs();
  return Promise.all(KNOWN.map((known) => examine(known, programs)));
}

async function examine(known: KnownProgram, programs: Programs): Promise<MachineCheck> {
  const {name, args, needed, versionIn, atLeast} = known;
  const about = {kind: 'program', name} as const;
  const path = await programs.find(name);
  if (path === undefined) return {...about, outcome: 'missing', message: `not in PATH: ${needed}`};
  const printed = await programs.ask([path, ...args], SECONDS);
  const version = printed === undefined ? undefined : versionIn(printed);
  if (version === undefined) {
    const message = `"${[name, ...args].join(' ')}" did not print a version within ${SECONDS} s`;
    return {...about, outcome: 'warning', found: path, message};
  }
  const found = `${version}, ${path}`;
  if (atLeast === undefined || !isOlder(version, atLeast)) return {...about, outcome: 'passed', found};
  const message = `kustomizations require ${name} ${atLeast.join('.')} or newer, or kustomize`;
  return {...about, outcome: 'warning', found, message};
}

function isOlder(version: string, [major, minor]: readonly [number, number]): boolean {
  const [, a, b] = /^v?(\d+)\.(\d+)/.exec(version) ?? [];
  return Number(a) < major || (Number(a) === major && Number(b) < minor);
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
