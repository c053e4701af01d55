import {serve} from './module-child/serve.ts';

// The program of the process of a module. The single executable calls the same function. An error ends the process. `await` here would make
// the bundler give each lazy import of the whole program a file of its own.
void serve();
