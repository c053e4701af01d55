import type {Holder} from './holder.ts';

/** Returns a holder for messages: `anna@build-7, pid 4711, https://ci.example/run/8`. The account in the cluster comes first. */
export const describeHolder = (holder: Holder): string =>
  holder.account === undefined ? placeOf(holder) : `${holder.account} (${placeOf(holder)})`;

/** Returns a short form of a holder: `ci-deployer (anna@build-7)`. */
export const describeAuthor = ({account, user, host}: Pick<Holder, 'account' | 'user' | 'host'>): string =>
  account === undefined ? `${user}@${host}` : `${account} (${user}@${host})`;

const placeOf = ({user, host, pid, run}: Holder): string =>
  `${user}@${host}, pid ${pid}${run === undefined ? '' : `, ${run}`}`;
