import {BACKEND_KINDS} from '../rig/backend-kinds.ts';
import {hostileContract} from './hostile.ts';

// The client of a bucket takes some milliseconds for each request: `npm run test:services` makes all attacks on buckets.
for (const {kind, make} of BACKEND_KINDS) {
  const isBucket = kind === 'in a bucket';
  hostileContract({kind, make, isSealed: true, times: isBucket ? 15 : 200});
  if (!isBucket) hostileContract({kind, make, isSealed: false, times: 50});
}
