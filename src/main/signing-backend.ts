import {resolve} from 'node:path';
import type {Deps} from '../app/deps.ts';
import type {StackRequest} from '../app/plan/release-requests.ts';
import type {GuardOptions} from '../app/protection/guard-options.ts';
import type {Redactor} from '../core/secret/redactor.ts';
import type {FoundSignatureRules} from '../core/signature/signature-rules.ts';
import type {Backend} from '../ports/backend.ts';
import type {Clock} from '../ports/clock.ts';
import type {Programs} from '../ports/programs.ts';
import type {Signing} from '../ports/signing.ts';

type Opening = Pick<Deps, 'env' | 'cwd'> & {
  readonly guard?: GuardOptions | undefined;
  readonly home: string;
  readonly clock: Clock;
  /** The stack that the flags select. */
  readonly about: StackRequest | undefined;
  readonly programs: () => Promise<Programs>;
  readonly redactor: Redactor;
};

/** Returns a function that adds the signatures of releases to a backend. Nothing of it is loaded before a run needs it. */
export function signBackends({
  env,
  cwd,
  guard,
  home,
  clock,
  about = {},
  programs,
  redactor,
}: Opening): (backend: Backend) => Backend {
  const chosen = new Map<string, readonly FoundSignatureRules[]>();
  const key = guard?.sign ?? (env['GANTRY_SIGN_KEY'] || undefined);
  const keyless = async () => (await import('../adapters/sigstore/sign-keyless.ts')).keylessSigning(env, redactor);
  return (backend) => {
    let opened: Promise<Pick<Signing, 'signers' | 'require' | 'sign'>> | undefined;
    const signing = () => (opened ??= open());
    const open = async () => {
      const [{createSigning}, {workspacesAround}] = await Promise.all([
        import('../app/signing/create-signing.ts'),
        import('../app/workspace/surroundings.ts'),
      ]);
      const places = (of: Backend) => ({backend: of, home, directory: workspacesAround(about, {cwd})});
      const directory = resolve(cwd, about.directory ?? '.');
      const run = {key, keyless, cwd: directory, clock, programs, pause: guard?.pause};
      return createSigning({...run, places, chosen}, backend);
    };
    return {
      ...backend,
      signing: {
        signers: async (workspace) => (await signing()).signers(workspace),
        require: async (workspace) => (await signing()).require(workspace),
        sign: async (statement) => (await signing()).sign(statement),
        note: (workspace, found) => {
          const others = (chosen.get(workspace) ?? []).filter(({file}) => file !== found.file);
          chosen.set(workspace, [...others, found]);
        },
      },
    };
  };
}
