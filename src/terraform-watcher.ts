import {watchTerraform} from './main/watch-terraform.ts';

await watchTerraform();
