import {ossDouble} from '../rig/doubles/oss.ts';
import {ossBackendOn} from '../rig/oss.ts';
import {backendContract} from './backend.ts';

backendContract('oss (a double)', async () => ossBackendOn(await ossDouble()));
backendContract('oss (a double) at the root of a bucket, listed in pages of two', async () =>
  ossBackendOn(Object.assign(await ossDouble(), {pageSize: 2}), {config: {prefix: undefined}}),
);
backendContract('oss (a double) below a prefix with signs', async () =>
  ossBackendOn(await ossDouble(), {config: {prefix: "a/deep prefix+with=signs (é*'!)"}}),
);
