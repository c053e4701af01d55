import type {Clock} from '../../../../ports/clock.ts';
import type {ClusterAccess, Credential} from '../../../../ports/cluster-access.ts';

/** The credential of a run. It is resolved on first use, before it expires, and again if the server rejects it. */
export type CredentialKeeper = {
  readonly current: () => Promise<Credential>;
  /** Resolves the credential again; requests that failed with the same old credential share one renewal. */
  readonly renew: (refused: Credential) => Promise<Credential>;
};

/** Keeps the credential of a cluster until it has to be renewed; concurrent callers share one renewal. */
export function keepCredential(access: Pick<ClusterAccess, 'credential'>, clock: Pick<Clock, 'now'>): CredentialKeeper {
  let promise: Promise<Credential> | undefined;
  let known: Credential | undefined;
  const isDue = ({renewFrom}: Credential): boolean =>
    renewFrom !== undefined && Date.parse(renewFrom) <= clock.now().getTime();
  const resolve = (again: boolean): Promise<Credential> => {
    known = undefined;
    const resolving = access.credential({again}).then((credential) => {
      known = credential;
      return credential;
    });
    promise = resolving;
    // Those who wait get the failure; later requests resolve again.
    resolving.catch(() => {
      if (promise === resolving) promise = undefined;
    });
    return resolving;
  };
  return {
    current: () => (promise === undefined || (known !== undefined && isDue(known)) ? resolve(false) : promise),
    // A second caller with the same rejected credential finds a renewal that is running or done.
    renew: (refused) => {
      if (known !== refused && promise !== undefined) return promise;
      return resolve(true);
    },
  };
}
