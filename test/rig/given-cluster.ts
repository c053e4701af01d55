/** The cluster of the end-to-end tests, or the reason why there is none. A sandbox starts in the test worker with its first suite. */
export type GivenCluster =
  | {
      readonly kind: 'up';
      readonly of: 'control plane';
      readonly kubeconfigPath: string;
      /** What the tests leave in it ends with it. */
      readonly endsWithRun: boolean;
      readonly name: string;
      readonly lacks: readonly string[];
      readonly signsUsers: boolean;
    }
  | {
      readonly kind: 'up';
      readonly of: 'sandbox';
      readonly name: string;
      readonly lacks: readonly string[];
      readonly signsUsers: false;
      /** How much faster time goes for it and for the runs on it: leases, slow pods, timeouts. */
      readonly speed: number;
    }
  | {readonly kind: 'missing'; readonly of: 'control plane'; readonly name: string};

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: GivenCluster;
  }
}
