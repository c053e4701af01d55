import type {Holder} from './holder.ts';

/** Who that is, for people: `anna@build-7, pid 4711, https://ci.example/run/8`; first the name that the cluster has for them. */
export const describeHolder = (holder: Holder): string =>
  holder.account === undefined ? placeOf(holder) : `${holder.account} (${placeOf(holder)})`;

/** The same in short: `ci-deployer (anna@build-7)`. */
export const describeAuthor = ({account, user, host}: Pick<Holder, 'account' | 'user' | 'host'>): string =>
  account === undefined ? `${user}@${host}` : `${account} (${user}@${host})`;

const placeOf = ({user, host, pid, run}: Holder): string =>
  `${user}@${host}, pid ${pid}${run === undefined ? '' : `, ${run}`}`;
