import {onCluster} from '../rig/on-cluster.ts';
import {repeatSessions} from '../rig/recorded-sessions.ts';
import {APPLICATIONS} from './support/published-applications.ts';

onCluster('kubectl and real applications', (cluster) => repeatSessions(cluster, APPLICATIONS));
