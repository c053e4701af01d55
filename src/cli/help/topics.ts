/** A page of `gantry help TOPIC`. */
export type Topic = {
  readonly name: string;
  readonly summary: string;
  /** Loads the page: only the one that is asked for. */
  readonly load: () => Promise<() => string>;
};

/** Every topic, in the order of the help. No topic has the name of a command. */
export const TOPICS: readonly Topic[] = [
  {
    name: 'files',
    summary: 'the files that you write, and where they are',
    load: async () => (await import('./topics/files-topic.ts')).filesTopic,
  },
  {
    name: 'priorities',
    summary: 'which setting is used if several are set: workspace, backend, kubeconfig, values',
    load: async () => (await import('./topics/priorities-topic.ts')).prioritiesTopic,
  },
  {
    name: 'selectors',
    summary: 'how to choose stacks, workspaces and resources',
    load: async () => (await import('./topics/selectors-topic.ts')).selectorsTopic,
  },
  {
    name: 'labels',
    summary: 'the labels and annotations of Gantry: gantry.dev/…',
    load: async () => (await import('./topics/labels-topic.ts')).labelsTopic,
  },
  {
    name: 'secrets',
    summary: 'references to secrets, and the stores that hold them',
    load: async () => (await import('./topics/secrets-topic.ts')).secretsTopic,
  },
  {
    name: 'formats',
    summary: 'formats for people, programs and pull requests',
    load: async () => (await import('./topics/formats-topic.ts')).formatsTopic,
  },
  {
    name: 'environment',
    summary: 'the environment variables that Gantry reads',
    load: async () => (await import('./topics/environment-topic.ts')).environmentTopic,
  },
  {
    name: 'exit-codes',
    summary: 'the exit codes, and what a pipeline does with them',
    load: async () => (await import('./topics/exit-codes-topic.ts')).exitCodesTopic,
  },
  {
    name: 'ci',
    summary: 'Gantry in a pipeline: preview, saved plan, apply',
    load: async () => (await import('./topics/ci-topic.ts')).ciTopic,
  },
];
