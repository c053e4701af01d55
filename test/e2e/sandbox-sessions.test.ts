import {onCluster} from '../rig/on-cluster.ts';
import {repeatSessions} from '../rig/recorded-sessions.ts';
import {SESSIONS} from './support/console-sessions.ts';

onCluster('other programs', (cluster) => repeatSessions(cluster, SESSIONS));
