"""Combat Commander's sub-commands of ``horah``, one module each."""
