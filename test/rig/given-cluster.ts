/** What end-to-end tests run against, or why they are skipped. A sandbox starts in the test worker, when its first suite does. */
export type GivenCluster =
  | {
      readonly kind: 'up';
      readonly of: 'control plane';
      readonly kubeconfigPath: string;
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
