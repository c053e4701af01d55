import type {SecretStoreDescriptor} from '../../../ports/secret-store-descriptor.ts';
import type {ExecConfig} from './exec-store.ts';

type Declared = {
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly timeoutSeconds?: number | undefined;
};

/** The secret store in a program that prints secrets. It is run without a shell. */
export const execDescriptor: SecretStoreDescriptor<Declared, ExecConfig> = {
  kind: 'exec',
  description: 'A program that prints secrets as JSON.',
  example: '{command: [PROGRAM]}',
  fields: {
    command: {
      type: 'command',
      required: true,
      description: 'A program and its arguments; no shell reads them. `trust.programs` must name it.',
    },
    env: {type: 'variables', description: 'Laid over the environment of the program.'},
    timeoutSeconds: {type: 'seconds', description: 'Default: 30.'},
  },
  wants: ({command, env}) => [{ability: 'program', command, env}],
  resolve: async ({command, env = {}, timeoutSeconds = 30}, {directory, place, secret, requireTrusted}) => {
    requireTrusted(command);
    const [program = '', ...args] = command;
    // A name is looked up in PATH. A relative path is resolved from the file that contains it.
    const called = /[/\\]/.test(program) ? place(program) : program;
    const values = Object.entries(env).map(async ([name, text]) => [name, await secret(text)] as const);
    return {
      kind: 'exec',
      command: [called, ...args],
      directory,
      env: Object.fromEntries(await Promise.all(values)),
      timeoutSeconds,
    };
  },
  open: async (config, {env, signal}) => (await import('./exec-store.ts')).execStore(config, {env, signal}),
};
