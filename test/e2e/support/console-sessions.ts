import type {Session} from '../../rig/recorded-sessions.ts';

/**
 * Sessions as recorded at a real control plane, commands and answers, in test/e2e/console/NAME.txt. They are recorded again by
 * `npm run test:cluster -- test/e2e/recorded-sessions.test.ts --update`; an embedded cluster has to say the same.
 */
export const SESSIONS: readonly Session[] = [
  {name: 'apply', title: 'apply, diff and delete'},
  {name: 'ask', title: 'what is there'},
  {name: 'create', title: 'create and run'},
  {name: 'delete', title: 'who goes with whom'},
  {name: 'describe', title: 'describe'},
  {name: 'edit', title: 'changes in place'},
  {name: 'nodes', title: 'cordon, drain and taint', outside: [{apiVersion: 'v1', kind: 'Node', name: 'NAMESPACE'}]},
  {name: 'rollout', title: 'rollout, wait and logs'},
  {name: 'server-side', title: 'server-side apply'},
  {name: 'watch', title: 'watch, wait and events'},
  {name: 'helm', title: 'Helm 3'},
  {name: 'helm4', title: 'Helm 4'},
];
