import {testGuide} from '../guide.ts';

testGuide('import');
