import {testGuide} from '../guide.ts';

testGuide('operate');
