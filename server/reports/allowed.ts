/**
 * What a query of a report may call, by name. Nothing here writes, waits, reads the system, or generates long text from
 * nothing.
 */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

export const FUNCTIONS = words(`
  count sum avg min max bool_and bool_or every string_agg stddev stddev_pop stddev_samp variance var_pop var_samp
  percentile_cont percentile_disc mode corr
  row_number rank dense_rank percent_rank cume_dist ntile lag lead first_value last_value nth_value
  abs ceil ceiling floor round trunc sign sqrt power exp ln log mod div greatest least
  sin cos tan asin acos atan atan2 radians degrees pi
  lower upper initcap length char_length character_length trim btrim ltrim rtrim substr substring left right position
  strpos replace translate split_part concat concat_ws starts_with reverse overlay regexp_replace regexp_match
  regexp_count regexp_like to_char to_number to_date to_timestamp
  date_trunc date_part extract age make_date make_interval justify_hours justify_days justify_interval now timezone
  date_bin isfinite overlaps
  coalesce nullif num_nulls num_nonnulls array_length cardinality unnest generate_series
  like_escape similar_to_escape
`);

export const OPERATORS = words(`
  + - * / % ^ = <> != < > <= >= || ~ ~* !~ !~* ~~ ~~* !~~ !~~* @> <@ &&
`);

export const TYPES = words(`
  text varchar bpchar int2 int4 int8 float4 float8 numeric bool date time timetz timestamp timestamptz interval uuid
`);
