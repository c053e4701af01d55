import {testGuide} from '../guide.ts';

testGuide('rollback');
