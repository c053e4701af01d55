import {isSea} from 'node:sea';
import {fileURLToPath} from 'node:url';
import type {Deps} from '../app/deps.ts';
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
          watch: (states) => watchByProcess({command: watcherBeside(main), states, env, home}),
          learn: redactor.add,
          clean: redactor.redact,
        }),
      ));
    return {
      type: 'Terraform',
      plan: async (request) => (isEmpty(request) ? {changes: [], diagnostics: []} : (await open()).plan(request)),
      drift: async (request) => (hasNone(request) ? {objects: [], diagnostics: []} : (await open()).drift(request)),
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
    learn: redactor.add,
    clean: redactor.redact,
  });
}

const temporaryDirectory = async (base: string): Promise<PrivateDirectory> =>
  (await import('../adapters/local/programs/private-directory.ts')).temporaryDirectory(base);

const isEmpty = ({wanted, prior}: PlanRequest): boolean =>
  wanted.resources.length === 0 && prior.state.length === 0 && prior.interrupted.length === 0;

const hasNone = ({prior}: DriftRequest): boolean => prior.length === 0;

/** Returns the command of the watcher: its file beside main.js (of the sources: beside main.ts), or the single executable itself. */
const watcherBeside = (main: string): readonly [string, ...string[]] =>
  isSea()
    ? [process.execPath, '__terraform']
    : [process.execPath, fileURLToPath(new URL(`./terraform-watcher.${main.endsWith('.ts') ? 'ts' : 'js'}`, main))];
