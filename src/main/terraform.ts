import {join} from 'node:path';
import {isSea} from 'node:sea';
import {fileURLToPath} from 'node:url';
import type {TerraformOptions} from '../adapters/terraform/session.ts';
import type {Deps} from '../app/deps.ts';
import type {LockProviders} from '../ports/lock-providers.ts';
import type {PlanRequest} from '../ports/plan-request.ts';
import type {PrivateDirectory} from '../ports/programs.ts';
import type {Runtime} from '../ports/runtime.ts';
import type {DriftRequest} from '../ports/runtime-drift.ts';
import type {RuntimeRegistry} from '../ports/runtime-registry.ts';
import type {TerraformTool} from '../ports/terraform-tool.ts';

/** `main`: the URL of main.ts, which the watcher is beside. */
type Given = Pick<Deps, 'env' | 'home' | 'redactor'> & {readonly main: string};

/**
 * Returns the function that opens the runtime of Terraform resources. A stack without such resources loads none of its code, and starts no
 * program.
 */
export const openTerraform =
  ({env, home, redactor, main}: Given): NonNullable<RuntimeRegistry['Terraform']> =>
  async (_, needs) => {
    let opened: Promise<Runtime> | undefined;
    const open = (): Promise<Runtime> =>
      (opened ??= Promise.all([
        import('../adapters/terraform/terraform-runtime.ts'),
        import('../adapters/terraform/watch-by-process.ts'),
      ]).then(([{terraformRuntime}, {watchByProcess}]) =>
        terraformRuntime({
          env,
          home,
          needs,
          directory: temporaryDirectory,
          left: async (base) => (await import('../adapters/local/programs/sweep.ts')).keptDirectories(base),
          exclusively,
          watch: (states) => watchByProcess({command: watcherBeside(main), states, env, home}),
          learn: redactor.add,
          clean: redactor.redact,
        }),
      ));
    return {
      type: 'Terraform',
      plan: async (request) => (isEmpty(request) ? {changes: [], diagnostics: []} : (await open()).plan(request)),
      drift: async (request) => (hasNone(request) ? {objects: [], diagnostics: []} : (await open()).drift(request)),
      readExisting: async (request) => (await open()).readExisting?.(request) ?? new Map(),
      readReleased: async (lineage) => (await open()).readReleased?.(lineage) ?? new Map(),
      close: async () => (await opened)?.close(),
    };
  };

/** Opens terraform or tofu for commands on copies of states. */
export async function openTerraformTool({env, home, redactor}: Omit<Given, 'main'>): Promise<TerraformTool> {
  const {terraformTool} = await import('../adapters/terraform/state/terraform-tool.ts');
  return terraformTool({
    env,
    home,
    directory: temporaryDirectory,
    exclusively,
    learn: redactor.add,
    clean: redactor.redact,
  });
}

const temporaryDirectory = async (base: string): Promise<PrivateDirectory> =>
  (await import('../adapters/local/programs/private-directory.ts')).temporaryDirectory(base);

const isEmpty = ({wanted, prior}: PlanRequest): boolean =>
  wanted.resources.length === 0 && prior.state.length === 0 && prior.interrupted.length === 0;

const hasNone = ({prior}: DriftRequest): boolean => prior.length === 0;

/** The time in milliseconds after which a download of providers counts as hung, if it is not known to have ended. */
const STALE_MS = 30 * 60 * 1000;

const exclusively: TerraformOptions['exclusively'] = async (directory, work, signal) =>
  (await import('../adapters/local/backend/directory-lock.ts')).withDirectoryLock(
    {directory, staleMs: STALE_MS, signal},
    work,
  );

/** Returns the function that locks the providers of a stack. */
export const openProviderLocks =
  ({env, home, redactor}: Omit<Given, 'main'>): LockProviders =>
  async (request) => {
    const [{providerLocks}, {temporaryDirectory}] = await Promise.all([
      import('../adapters/terraform/lock-providers.ts'),
      import('../adapters/local/programs/private-directory.ts'),
    ]);
    const directory = () => temporaryDirectory(join(home, 'run'));
    return providerLocks({env, home, directory, exclusively, clean: redactor.redact})(request);
  };

/** Returns the command of the watcher: its file beside main.js (of the sources: beside main.ts), or the single executable itself. */
const watcherBeside = (main: string): readonly [string, ...string[]] =>
  isSea()
    ? [process.execPath, '__terraform']
    : [process.execPath, fileURLToPath(new URL(`./terraform-watcher.${main.endsWith('.ts') ? 'ts' : 'js'}`, main))];
