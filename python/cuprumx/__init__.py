"""What cupyx is to cupy: functions beyond NumPy's, under cuprum."""
