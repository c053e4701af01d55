import type {Holder} from './release.ts';

/** Who that is, for people: `anna@build-7, pid 4711, https://ci.example/run/8`. */
export const describeHolder = ({user, host, pid, run}: Holder): string =>
  `${user}@${host}, pid ${pid}${run === undefined ? '' : `, ${run}`}`;
