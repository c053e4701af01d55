import {serve} from './module-child/serve.ts';

// The program of the process of a module. The single executable calls the same function.
await serve();
