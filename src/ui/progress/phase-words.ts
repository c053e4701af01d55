import type {RunPhase} from '../../core/event.ts';

/** The words for each phase of a run. */
export const PHASE: Readonly<Record<RunPhase, string>> = {
  build: 'building the resources',
  read: 'connecting to the cluster',
  plan: 'comparing with the cluster',
  apply: 'applying',
  record: 'recording the release',
  wait: 'waiting',
};
